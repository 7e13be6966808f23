-- The program knows the markets; a new one needs no change of the tables.

-- SQLite has no statement for it. Rows do not depend on a check, so its text can be taken out of the schema.
/* sqlite */ pragma writable_schema = on;
/* sqlite */ update sqlite_schema set sql =
  replace(replace(replace(replace(replace(sql,
    ' check (market in (''APPLE'', ''GOOGLE'', ''STEAM'', ''PG''))', ''),
    ' check (provider in (''APPLE'', ''GOOGLE'', ''STEAM'', ''PG''))', ''),
    ' check (provider in (''APPLE'', ''GOOGLE'', ''PG''))', ''),
    ' check (provider in (''APPLE'', ''GOOGLE''))', ''),
    ' check (provider in (''STEAM'', ''PG''))', '')
  where type = 'table';
/* sqlite */ pragma writable_schema = reset;
-- Tells other connections to read the schema again.
/* sqlite */ create table schema_changed (id integer);
/* sqlite */ drop table schema_changed;

/* postgres */ alter table market_setting drop constraint market_setting_market_check;
/* postgres */ alter table purchase drop constraint purchase_22_provider_check;
/* postgres */ alter table purchase_order drop constraint purchase_order_22_provider_check;
/* postgres */ alter table purchase_trail drop constraint purchase_trail_22_provider_check;
/* postgres */ alter table purchase_cancellation drop constraint purchase_cancellation_22_provider_check;
/* postgres */ alter table subscription drop constraint subscription_22_provider_check;
/* postgres */ alter table subscription_recheck drop constraint subscription_recheck_22_provider_check;
/* postgres */ alter table market_notice drop constraint market_notice_22_provider_check;
/* postgres */ alter table refused_verification drop constraint refused_verification_provider_check;
/* postgres */ alter table subscription_step drop constraint subscription_step_provider_check;
/* postgres */ alter table figure_mark drop constraint figure_mark_provider_check;
/* postgres */ alter table figure_counted drop constraint figure_counted_provider_check;
/* postgres */ alter table measure_cause drop constraint measure_cause_provider_check;
/* postgres */ alter table measure_debt drop constraint measure_debt_provider_check;
