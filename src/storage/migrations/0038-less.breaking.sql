-- What nobody uses any more.

-- The address of a list holds its filters, order and columns.
drop table saved_view;

-- How often the same purchase was verified again is a figure of the app.
drop table purchase_repeat;
