/**
 * Starts one PostgreSQL with a migrated template before all tests, for all projects that need it. Without PostgreSQL, its tests are
 * skipped; in CI, the setup fails.
 */

import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { databaseOnPool, openDatabase } from '../db/open.ts'
import type { Db } from '../db/schema.ts'
import { createDatabase, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the server; undefined if PostgreSQL cannot run here. */
    postgresUrl: string | undefined
    /** A fingerprint of the template's schema, to detect databases with a changed schema. */
    postgresShape: string
  }
}

export const templateName = 'koedana_template'

/** The first project stores the URL in the environment, because each project loads this module separately. */
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
  const template = await openDatabase({ folder: '', url: await createDatabase(url, templateName) })
  await migrate(template)
  const shape = await shapeOf(template.write)
  await template.close()
  return shape
}

/**
 * Returns a fingerprint of the schema: every schema change writes to the system catalogs, so it has the latest transaction and the
 * number of rows there.
 */
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

/** Empties the tables. Returns false (and may have emptied some) if the database has other connections or its schema was changed. */
export async function tryEmpty(pool: Pool, shape: string): Promise<boolean> {
  const { write } = databaseOnPool({ folder: '' }, pool)
  if ((await shapeOf(write)) !== shape || !(await hasNoOtherConnections(write))) return false
  await sql.raw(emptyStatement).execute(write)
  return true
}

/** Returns whether other connections have ended. A closed connection stays visible for a moment. */
async function hasNoOtherConnections(db: Db): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt++) {
    if (!(await isShared(db))) return true
    await setTimeout(attempt)
  }
  return false
}

/** Returns whether there are other connections. Connections of one pool have the same name. */
async function isShared(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and application_name <> current_setting('application_name')`.execute(db)
  return rows.length > 0
}

/** Replica mode disables foreign key checks. A table whose file is empty has never had rows. */
const emptyStatement = `
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
