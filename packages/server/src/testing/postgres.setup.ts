/**
 * Starts one PostgreSQL with a migrated template before all tests, for all projects that need one. If there is none
 * its tests are listed as skipped; CI insists.
 */

import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { openDatabase, overPool } from '../db/open.ts'
import type { Db } from '../db/schema.ts'
import { createEmpty, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server; undefined if PostgreSQL cannot run here. */
    postgresUrl: string | undefined
    /** The shape of the template: that of a database whose schema was changed differs from it. */
    postgresShape: string
  }
}

export const templateName = 'koedana_template'

/** The first project that needs one leaves its address in the environment, since each loads this module for itself. */
const variable = 'KOEDANA_TEST_POSTGRES'
const separator = '\n'

export default async function setup(project: TestProject) {
  const started = process.env[variable]
  if (started !== undefined) {
    const [url, shape = ''] = started.split(separator)
    project.provide('postgresUrl', url || undefined)
    project.provide('postgresShape', shape)
    return undefined
  }
  const server = await startPostgres().catch((cause: unknown) => {
    if (process.env.CI === 'true') throw cause
    console.log(`- skipped: tests on PostgreSQL (it does not start here: ${String(cause)})`)
    return undefined
  })
  const shape = server ? await createTemplate(server.url) : ''
  process.env[variable] = [server?.url ?? '', shape].join(separator)
  project.provide('postgresUrl', server?.url)
  project.provide('postgresShape', shape)
  return () => server?.stop()
}

async function createTemplate(url: string): Promise<string> {
  const template = await openDatabase({ folder: '', url: await createEmpty(url, templateName) })
  await migrate(template)
  const shape = await shapeOf(template.write)
  await template.close()
  return shape
}

/** Every change of a schema writes to the catalogues: returns the latest transaction that did, and how many rows there are. */
async function shapeOf(db: Db): Promise<string> {
  const { rows } = await sql<{ shape: string }>`
    select concat_ws(' ', max(by), count(*), (select string_agg(name, ' ' order by name) from kysely_migration)) as shape
    from (
      select xmin::text::bigint as by from pg_class
      union all select xmin::text::bigint from pg_attribute
      union all select xmin::text::bigint from pg_attrdef
      union all select xmin::text::bigint from pg_constraint
      union all select xmin::text::bigint from pg_index
      union all select xmin::text::bigint from pg_trigger
      union all select xmin::text::bigint from pg_proc
    ) as catalogues`.execute(db)
  return rows[0]?.shape ?? ''
}

/** Returns false, and then it may be half emptied, where somebody else is connected to it or more than its rows was changed. */
export async function couldBeEmptied(pool: Pool, shape: string): Promise<boolean> {
  const { write } = overPool({ folder: '' }, pool)
  if ((await shapeOf(write)) !== shape || !(await hasBeenLeft(write))) return false
  await sql.raw(empty).execute(write)
  return true
}

/** A connection that was closed is seen for a moment longer. */
async function hasBeenLeft(db: Db): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt++) {
    if (!(await isShared(db))) return true
    await setTimeout(attempt)
  }
  return false
}

/** Connections of one pool have one name. */
async function isShared(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and application_name <> current_setting('application_name')`.execute(db)
  return rows.length > 0
}

/** A replica checks no row for others that refer to it. A table whose file is empty has had no rows. */
const empty = `
  set session_replication_role = replica;
  do $$
  declare
    name text;
  begin
    for name in select relname from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely%'
        and pg_relation_size(oid) > 0
    loop
      execute format('delete from %I', name);
    end loop;
    for name in select sequencename from pg_sequences where schemaname = 'public' and last_value is not null loop
      perform setval(format('%I', name)::regclass, 1, false);
    end loop;
  end $$;
  reset session_replication_role`
