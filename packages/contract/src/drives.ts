/** Cloud drives: the OAuth apps and accounts that are linked, and their folders. No response contains a secret. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { RecordId } from './users.ts'

export const driveProviders = [
  'aliyun_drive',
  'baidu_netdisk',
  'onedrive',
  'google_drive',
  'box',
  'dropbox',
  'yandex_disk',
  'pcloud',
  'disk_115',
] as const
export const DriveProvider = v.picklist(driveProviders, 'valueUnknown')
export type DriveProvider = v.InferOutput<typeof DriveProvider>

/** Returns the last path segment of the provider's redirect page, below `/oauth/`. */
export const returnPageOf = (provider: DriveProvider): string =>
  provider === 'disk_115' ? '115_disk' : provider

/** `linked`: readable. `relink`: the provider reports that the link has ended. `unlinked`: an administrator ended it. */
export const driveStates = ['linked', 'relink', 'unlinked'] as const
export const DriveState = v.picklist(driveStates, 'valueUnknown')
export type DriveState = v.InferOutput<typeof DriveState>

export const DriveAccount = v.object({
  id: v.string(),
  provider: DriveProvider,
  /** The provider's name for the account: an email address or a name. */
  name: v.string(),
  state: DriveState,
  stateSince: v.string(),
  linkedAt: v.string(),
})
export type DriveAccount = v.InferOutput<typeof DriveAccount>

/** The client of this server at a provider. */
export const DriveApp = v.object({
  provider: DriveProvider,
  /** Null if not set. */
  clientId: v.nullable(v.string()),
  hasSecret: v.boolean(),
  /** Set by an environment variable, so it cannot be changed here. */
  isFixed: v.boolean(),
  /** The exact redirect URL to register with the provider. */
  returnUrl: v.string(),
  /** Whether the provider cannot redirect to this server: the user copies the address from the browser and pastes it. */
  isPasted: v.boolean(),
  /** Whether users may already have a refresh token to paste. */
  hasRefreshTokens: v.boolean(),
  /** Whether the drive can be linked by scanning a code. */
  hasDevice: v.boolean(),
})
export type DriveApp = v.InferOutput<typeof DriveApp>

const text = (longest: number) =>
  v.pipe(
    v.string('textExpected'),
    v.maxLength(longest, 'textTooLong'),
    v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'textExpected'),
  )

/**
 * The origin at which the browser sees this server, such as `https://shelf.example`. It counts only if no public address is set and the
 * request comes from this machine.
 */
const Origin = text(300)

export const listDrives = endpoint({
  method: 'GET',
  path: '/admin/drives',
  access: 'admin',
  rate: 'read',
  summary: 'List cloud drives',
  description: 'Providers with their apps, and linked accounts.',
  query: v.object({ origin: v.optional(Origin) }),
  response: v.object({ apps: v.array(DriveApp), accounts: v.array(DriveAccount) }),
})

export const saveDriveApp = endpoint({
  method: 'PUT',
  path: '/admin/drives/apps/:provider',
  access: 'admin',
  rate: 'write',
  summary: 'Set client ID and secret for a provider',
  description: 'An absent secret is kept if the client ID is the same.',
  params: v.object({ provider: DriveProvider }),
  body: v.object({
    clientId: v.pipe(text(300), v.minLength(1, 'required')),
    clientSecret: v.optional(v.pipe(text(1_000), v.minLength(1, 'required'))),
  }),
})

export const linkDrive = endpoint({
  method: 'POST',
  path: '/admin/drives/link',
  access: 'admin',
  rate: 'write',
  summary: 'Start linking a drive',
  description: 'Returns the address of the provider. Valid once, for ten minutes, in this session.',
  body: v.object({
    provider: DriveProvider,
    origin: v.optional(Origin),
    /** Links this account again; other accounts are rejected. */
    account: v.optional(RecordId),
  }),
  response: v.object({ url: v.string(), returnUrl: v.string(), isPasted: v.boolean() }),
})

/**
 * `unknown`: no link started by this session, or it was used. `denied`: access was not granted. `app`: the provider rejects client ID or
 * secret. `code`: it rejects the code. `scope`: a permission is missing. `other`: another account than the one to link again. `away`: the
 * provider did not respond as expected. `over`: the displayed code has expired.
 */
export const linkErrors = [
  'unknown',
  'denied',
  'app',
  'code',
  'scope',
  'setUp',
  'other',
  'away',
  'over',
] as const
export const LinkError = v.picklist(linkErrors, 'valueUnknown')
export type LinkError = v.InferOutput<typeof LinkError>

const DriveLinked = v.object({ is: v.literal('linked'), account: DriveAccount })
const DriveLinkRejected = v.object({
  is: v.literal('refused'),
  reason: LinkError,
  /** The provider's message, as plain text. */
  detail: v.nullable(v.string()),
})
export const LinkResult = v.variant('is', [DriveLinked, DriveLinkRejected])
export type LinkResult = v.InferOutput<typeof LinkResult>

/** A response without `state` may belong to someone else, so an administrator confirms the account first. */
const LinkUnconfirmed = v.object({
  is: v.literal('confirm'),
  account: v.string(),
  /** The value for `confirmDrive`, valid in this session for ten minutes. */
  link: v.string(),
})

/** The query parameters of the redirect page. */
export const LinkResponse = v.object({
  provider: DriveProvider,
  state: v.optional(text(500)),
  code: v.optional(text(4_000)),
  error: v.optional(text(300)),
  errorDescription: v.optional(text(4_000)),
  iss: v.optional(text(300)),
  hostname: v.optional(text(300)),
  locationid: v.optional(text(20)),
})
export type LinkResponse = v.InferOutput<typeof LinkResponse>

export const CompletedLink = v.variant('is', [DriveLinked, LinkUnconfirmed, DriveLinkRejected])
export type CompletedLink = v.InferOutput<typeof CompletedLink>

export const completeDrive = endpoint({
  method: 'POST',
  path: '/admin/drives/complete',
  access: 'admin',
  rate: 'write',
  summary: 'Complete linking a drive',
  description:
    'With the parameters that the provider sent back. Without `state`, the account has to be confirmed.',
  body: LinkResponse,
  response: CompletedLink,
})

export const beginDriveDevice = endpoint({
  method: 'POST',
  path: '/admin/drives/device',
  access: 'admin',
  rate: 'write',
  summary: 'Start linking a drive by a code',
  description: 'The code is confirmed on another device within ten minutes.',
  body: v.object({ provider: DriveProvider, account: v.optional(RecordId) }),
  response: v.variant('is', [
    v.object({
      is: v.literal('begun'),
      /** Valid once, only in this session. */
      link: v.string(),
      /** The text of a QR code. */
      qr: v.string(),
      /** The page on which the code is confirmed without a camera; null if there is none. */
      page: v.nullable(v.string()),
      /** The code to type on that page. */
      code: v.nullable(v.string()),
      everySeconds: v.number(),
    }),
    DriveLinkRejected,
  ]),
})

export const askDriveDevice = endpoint({
  method: 'POST',
  path: '/admin/drives/device/state',
  access: 'admin',
  rate: 'write',
  summary: 'Get the state of linking by a code',
  body: v.object({ provider: DriveProvider, link: text(500) }),
  response: v.variant('is', [
    /** `isSeen`: the code was scanned and has to be confirmed on that device. */
    v.object({ is: v.literal('waiting'), isSeen: v.boolean() }),
    DriveLinked,
    DriveLinkRejected,
  ]),
})

export const pasteDriveToken = endpoint({
  method: 'POST',
  path: '/admin/drives/token',
  access: 'admin',
  rate: 'write',
  summary: 'Link a drive with a refresh token',
  description: 'Obtained elsewhere for the same client ID.',
  body: v.object({ provider: DriveProvider, refreshToken: v.pipe(text(8_000), v.minLength(1, 'required')) }),
  response: LinkResult,
})

const AccountParams = v.object({ id: RecordId })

export const unlinkDrive = endpoint({
  method: 'DELETE',
  path: '/admin/drives/accounts/:id',
  access: 'admin',
  rate: 'write',
  summary: 'Unlink a drive',
  description: 'Also at the provider, if possible. Storages on it work again after linking it again.',
  params: AccountParams,
})

/** The provider's reference of a folder; `''` is the root. */
export const DriveFolderRef = text(1_000)

export const listDriveFolders = endpoint({
  method: 'GET',
  path: '/admin/drives/accounts/:id/folders',
  access: 'admin',
  rate: 'read',
  summary: 'List folders of a drive',
  params: AccountParams,
  query: v.object({ folder: v.optional(DriveFolderRef) }),
  response: v.object({
    folders: v.array(v.object({ name: v.string(), folder: v.string() })),
    /** Audio files directly in the folder. */
    audioFiles: v.number(),
    isMore: v.boolean(),
  }),
})

/** The checks of a drive, in this order. */
export const driveSteps = ['token', 'owner', 'space', 'list', 'stat', 'link', 'range', 'changes'] as const
export const driveStepStates = ['ok', 'failed', 'skipped'] as const

/**
 * `otherOwner`: another account than the linked one. `otherFacts`: file details differ from the listing. `otherBytes`: the received bytes
 * are not those requested. `late`: no response in time. The last six are errors of a storage.
 */
export const driveFindings = [
  'good',
  'notTold',
  'nothingToRead',
  'noFeed',
  'notTried',
  'otherOwner',
  'otherFacts',
  'otherBytes',
  'late',
  'notFound',
  'forbidden',
  'revoked',
  'rateLimited',
  'unavailable',
  'damaged',
] as const
export type DriveFinding = (typeof driveFindings)[number]

const ExaminedStep = v.object({
  step: v.picklist(driveSteps),
  state: v.picklist(driveStepStates),
  finding: v.picklist(driveFindings),
})
export type ExaminedStep = v.InferOutput<typeof ExaminedStep>

export const examineDrive = endpoint({
  method: 'POST',
  path: '/admin/drives/doctor',
  access: 'admin',
  rate: 'write',
  summary: 'Check a linked drive',
  description:
    'Step by step. The report is safe to share: no tokens, no account names, and file names only on request.',
  body: v.object({ account: RecordId, hasNames: v.optional(v.boolean(), false) }),
  response: v.object({
    isGood: v.boolean(),
    steps: v.array(ExaminedStep),
    /** English text of several lines. */
    report: v.string(),
  }),
})

export const driveEndpoints = {
  listDrives,
  saveDriveApp,
  linkDrive,
  completeDrive,
  pasteDriveToken,
  beginDriveDevice,
  askDriveDevice,
  unlinkDrive,
  listDriveFolders,
  examineDrive,
} as const
