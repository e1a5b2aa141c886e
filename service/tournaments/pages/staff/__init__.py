"""Pages of the staff: members and invitations for organizers, and the page of a person who is invited."""
