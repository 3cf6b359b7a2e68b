# CPack reads this once for each kind of package.
if(CPACK_GENERATOR STREQUAL "External")
  set(CPACK_MONOLITHIC_INSTALL ON)
elseif(CPACK_GENERATOR STREQUAL "DEB")
  # It would come before that of each package.
  set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
endif()
