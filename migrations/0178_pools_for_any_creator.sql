-- The feed's filter for pools that any verified creator can take: no creator is named or assigned, and they accept pledges.
create index pools_for_any_creator on pools (created_at desc, id desc) include (adult)
  where creator_profile_id is null and assigned_creator_id is null and status in ('open', 'goal_met');
