#!/bin/sh
# A compiler that makes kernels of one thread.
echo 'launch: 1 block dimensions, 1x1x1 threads'
