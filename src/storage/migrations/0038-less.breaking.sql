-- What nobody uses any more.

-- The address of a list holds its filters, order and columns.
drop table saved_view;
