-- The program knows the payment gateways; a new one needs no change of the tables.

-- SQLite has no statement for it. Rows do not depend on a check, so its text can be taken out of the schema.
/* sqlite */ pragma writable_schema = on;
/* sqlite */ update sqlite_schema set sql =
  replace(sql, ' check (gateway in (''STRIPE'', ''PORTONE''))', '')
  where type = 'table' and name = 'purchase_order';
/* sqlite */ pragma writable_schema = reset;
-- Tells other connections to read the schema again.
/* sqlite */ create table schema_changed (id integer);
/* sqlite */ drop table schema_changed;

/* postgres */ alter table purchase_order drop constraint purchase_order_22_gateway_check;
