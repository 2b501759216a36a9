#!/bin/sh
echo different
exit 1
