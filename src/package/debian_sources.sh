# debian_sources: prints apt's sources of Debian's own packages, whatever else apt knows here.
debian_sources() {
  # A machine has some of these files; grep ends with an error for those that it has not.
  { grep -lE 'debian\.org|/debian( |$)' /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null || :; } |
    xargs -r cat
}
