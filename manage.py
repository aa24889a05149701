#!/usr/bin/env python
"""Django's command line for this site."""

import sys

from labsite import read_settings

if __name__ == "__main__":
    read_settings()
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
