export OCL_ICD_VENDORS=/work/tmp/stable/etc/OpenCL/vendors/weft.icd
FUZZ_HOST_CALLS=4000 timeout -s KILL 100 /usr/bin/python3 main.py --count 1 --steps 150 "$@" 2>&1
