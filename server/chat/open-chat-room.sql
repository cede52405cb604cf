-- A category and a pool have their room from the start.
create or replace function open_chat_room() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'pools' then insert into chat_rooms (kind, pool_id) values ('pool', new.id);
  else insert into chat_rooms (kind, category_id) values ('category', new.id);
  end if;
  return null;
end $$;

create or replace trigger pools_chat_room after insert on pools for each row execute function open_chat_room();

create or replace trigger categories_chat_room after insert on categories for each row execute function open_chat_room();
