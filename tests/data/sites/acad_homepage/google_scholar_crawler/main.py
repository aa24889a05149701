print("citations")
