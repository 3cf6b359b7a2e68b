# CPack reads this once for each kind of package.
if(CPACK_GENERATOR STREQUAL "External")
  set(CPACK_MONOLITHIC_INSTALL ON)
endif()
