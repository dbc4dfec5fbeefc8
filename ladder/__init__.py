"""Takes submissions, schedules matches and keeps ratings."""
