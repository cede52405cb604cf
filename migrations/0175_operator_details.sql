-- The operator's details that an admin enters in the browser, and what the setup checklist remembers. Settings of the server override them.
create table operator_details (
  only_row boolean primary key default true check (only_row),
  name text check (char_length(name) between 1 and 120),
  address text check (char_length(address) between 5 and 300),
  email text check (char_length(email) between 3 and 254),
  mail_tested_at timestamptz,
  checklist_hidden_at timestamptz
);
insert into operator_details default values;
