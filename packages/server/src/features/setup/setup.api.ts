/**
 * The first-run setup: one administrator, the first folders, and the rights of visitors. Responds with 409 once there is an
 * administrator.
 */
import type { getSetup } from '@koedana/contract/auth.ts'
import type { checkSetupAccount, listSetupFolders, Setup, setUp } from '@koedana/contract/setup.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { appendChanges, writeInTurn } from '../../db/changes.ts'
import type { UserRow } from '../../domain/user.rules.ts'
import type { Context, Handler } from '../../http/context.ts'
import { isLocal } from '../../lib/addresses.rules.ts'
import { AppError } from '../../lib/app-error.ts'
import { type AuthSources, callerOf } from '../auth/auth-sources.ts'
import { rejectCommonPassword } from '../auth/common-passwords.ts'
import { hasAdministrator, insertAccount } from '../auth/new-account.store.ts'
import { saveStorage } from '../library/scan/storages.store.ts'
import type { Folders } from '../storage-admin/folders.ts'
import { requestScan, type Tasks } from '../tasks/tasks.ts'
import type { FirstRun } from './first-run.ts'
import { isSetupCode } from './setup.rules.ts'

export interface SetupSources extends AuthSources {
  readonly firstRun: FirstRun
  readonly folders: Folders
  readonly tasks: Pick<Tasks, 'wake'>
}

export function getSetupHandler({ firstRun }: SetupSources): Handler<typeof getSetup> {
  return async (_request, context) => {
    const isNeeded = await firstRun.isNeeded()
    return { isNeeded, needsCode: isNeeded && needsCode(firstRun, context) }
  }
}

export function setUpHandler(sources: SetupSources): Handler<typeof setUp> {
  const { firstRun, folders, tasks, sessions, site, audit } = sources
  return async ({ body }, context) => {
    if (!(await firstRun.isNeeded())) throw new AppError('conflict')
    await checkSetupCode(sources, context, body.code)
    await rejectCommonPassword(body.password, 'body.password')
    const admitted = await checkFolders(folders, body)
    const user = await saveSetup(sources, body, admitted)
    await site.refresh()
    sessions.forget('all')
    if (admitted.length > 0) tasks.wake()
    const signedIn = await sessions.open(user, callerOf(context))
    const detail = 'POST /setup'
    await audit.record({ act: 'administered', username: user.username, address: context.address, detail })
    return signedIn
  }
}

/** Reports what `setUp` would reject about the account, so that the first step of the page can show it. */
export function checkSetupAccountHandler(sources: SetupSources): Handler<typeof checkSetupAccount> {
  return async ({ body: { code, password } }, context) => {
    if (!(await sources.firstRun.isNeeded())) throw new AppError('conflict')
    await checkSetupCode(sources, context, code)
    await rejectCommonPassword(password, 'body.password')
  }
}

/** Lists folders during the setup. Anyone who could become the administrator may browse the folders of the machine. */
export function listSetupFoldersHandler(sources: SetupSources): Handler<typeof listSetupFolders> {
  return async ({ body: { code, path } }, context) => {
    if (!(await sources.firstRun.isNeeded())) throw new AppError('conflict')
    await checkSetupCode(sources, context, code)
    return sources.folders.look(path, 'body.path')
  }
}

type CheckedFolder = Parameters<typeof saveStorage>[1]

/** Checks the folders. Throws for the first that cannot be a storage, with its index in the list. */
async function checkFolders(
  folders: Folders,
  { folders: wanted = [] }: Setup,
): Promise<readonly CheckedFolder[]> {
  const admitted: CheckedFolder[] = []
  for (const [at, { path, ageCategory: unknownAge }] of wanted.entries())
    admitted.push({ root: await folders.admit(path, `body.folders.${at}.path`), unknownAge })
  return admitted
}

/** A browser on the same machine needs no code, unless the server is published: the local address may then be that of a reverse proxy. */
const needsCode = ({ isPublished }: FirstRun, context: Context) => isPublished || !isLocal(context)

/** Throws `wrongSetupCode`, or `tooManyRequests` after several wrong codes. */
async function checkSetupCode(
  { limiter, firstRun, audit }: SetupSources,
  context: Context,
  typed = '',
): Promise<void> {
  if (!needsCode(firstRun, context)) return
  const { address } = context
  const outcome = await limiter.attempt({ address, secret: typed }, async () =>
    isSetupCode(firstRun.code, typed) ? true : undefined,
  )
  if (outcome.type === 'right') return
  if (!outcome.isRepetition)
    await audit.record({ act: 'signInFailed', username: null, address, detail: 'setup' })
  throw new AppError('wrongSetupCode')
}

/** Saves everything or nothing. Writers are serialized, so of concurrent requests only the first succeeds. */
async function saveSetup(
  { write, site, passwords, now }: SetupSources,
  { username, password, visitorCeiling, visitorsMayListen }: Setup,
  folders: readonly CheckedFolder[],
): Promise<UserRow> {
  const account = {
    username,
    passwordHash: await passwords.hash(password),
    role: roleOf.admin,
    ageRestriction: 'r18' as const,
    at: now().toISOString(),
  }
  return writeInTurn(write, async (tx) => {
    if (await hasAdministrator(tx)) throw new AppError('conflict')
    const user = await insertAccount(tx, account)
    if (!user) throw new AppError('usernameTaken')
    await site.save(tx, {
      // New accounts must not see less than visitors.
      ...(visitorCeiling === undefined ? {} : { visitorCeiling, newAccountCeiling: visitorCeiling }),
      ...(visitorsMayListen === undefined ? {} : { visitorsMayListen }),
    })
    for (const folder of folders) await saveStorage(tx, folder)
    if (folders.length > 0) await requestScan(tx, { userKey: user.key, at: account.at })
    await appendChanges(tx, 'user', [user.key])
    return user
  })
}
