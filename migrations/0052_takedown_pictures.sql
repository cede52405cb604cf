-- A profile picture can be disabled after a copyright notice. It belongs to no pool.
alter table takedown_materials alter column pool_id drop not null;
alter table takedown_materials drop constraint takedown_materials_kind_check;
alter table takedown_materials add constraint takedown_materials_kind_check check (kind in ('pool', 'comment', 'delivery', 'picture'));
alter table takedown_materials add constraint takedown_materials_pool_check check ((kind = 'picture') = (pool_id is null));
