-- The language in which a person reads, as a BCP 47 tag. The settings decide which languages a site offers, so no check lists them: a person
-- with another one reads English.
alter table users add column locale text not null default 'en'
  constraint users_locale check (locale ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' and length(locale) <= 35);

-- The payer's language when the attempt began. It is part of the request that opens the card processor's page, and a repeated request must be
-- the same. Null for earlier attempts, whose page is in the language of the browser.
alter table payments add column page_locale text;
alter table card_setups add column page_locale text;
