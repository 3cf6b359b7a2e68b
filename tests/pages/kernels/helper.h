/* A file that a program includes: what is
   inlined from here has its lines here. */
float scaled(float x) {
  return x * 2.5f + 1;
}
