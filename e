Error: Unable to access jarfile app-replay.jar
