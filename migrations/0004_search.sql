-- Search finds any part of a title or description: trigrams keep that quick with a million pools.
-- pg_trgm comes with PostgreSQL and is trusted: the owner of a database may add it.
create extension if not exists pg_trgm;
create index pools_search on pools using gin ((title || E'\n' || description) gin_trgm_ops);
create index users_search_username on users using gin (username gin_trgm_ops);
create index users_search_name on users using gin (display_name gin_trgm_ops);
