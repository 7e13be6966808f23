-- More about an entry of the activity log, as JSON.
alter table purchase_trail add column details text;
