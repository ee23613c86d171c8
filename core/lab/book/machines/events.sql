-- The same as events.py, with DuckDB: duckdb < events.sql, beside games.csv. 'games.parquet' does as well.
with games as (select * from 'games.csv' where coalesce(error, '') = ''),
     played as (
         select seed, french_score as score, split_part(unnest(string_split(events, ' ')), ':', 1) as event
         from games where coalesce(events, '') <> ''
     )
select event,
       count(*) as games,
       round(avg(score), 2) as "with",
       round(((select sum(french_score) from games) - sum(score))
             / nullif((select count(*) from games) - count(*), 0), 2) as "without"
from played
group by event
order by event;
