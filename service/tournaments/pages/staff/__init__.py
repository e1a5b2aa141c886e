"""Pages for members and invitations, and for accepting an invitation."""
