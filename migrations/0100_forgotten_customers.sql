-- When the customer of a deleted account was deleted at the processor.

alter table processor_customers add column forgotten_at timestamptz;
