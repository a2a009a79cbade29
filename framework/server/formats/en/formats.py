"""Stock pages, the admin above all, show when a thing happened to the second."""

DATETIME_FORMAT = "Y-m-d H:i:s"
DATE_FORMAT = "Y-m-d"
