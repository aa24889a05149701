from labsite.management.command_line import main

main()
