"""Corrections of registrations: renamed, withdrawn, restored, merged, separated, with a new link."""
