#!/usr/bin/env python
"""Django's command line for this site."""

import sys

from labsite import read_settings

if __name__ == "__main__":
    read_settings()
    from labsite.management.command_line import CommandLine

    CommandLine(sys.argv).execute()
