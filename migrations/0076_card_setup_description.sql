-- The page that saves a card shows the amount of the pledge. A fan who changes the amount must not get the page with the earlier one.
alter table card_setups add column description text not null default '';
