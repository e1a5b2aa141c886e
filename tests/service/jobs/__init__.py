"""Jobs: long work in processes of their own, submitted, followed, killed and cancelled."""
