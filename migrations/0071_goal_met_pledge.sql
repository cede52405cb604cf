-- The pledge that met its pool's goal. Its fan is told so.
alter table pledges add column met_goal_at timestamptz;
