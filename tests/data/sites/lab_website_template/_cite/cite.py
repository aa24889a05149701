print("cite")
