-- Ready answers to appeals against restrictions of a type, by decision and language: JSON.
alter table restriction_type add column appeal_answers text not null default '[]';
