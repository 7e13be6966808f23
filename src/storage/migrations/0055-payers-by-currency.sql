-- Who paid in which currency, so that what was paid in one is divided by those who paid in it.
-- `{"USD":2}`: how many purchases of the day in each currency. The sums are made anew, because they count it.
alter table figure_payer add column currencies text not null default '{}';
