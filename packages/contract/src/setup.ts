import * as v from 'valibot'
import { NewCredentials } from './credentials.ts'
import { endpoint } from './kit/endpoint.ts'
import { LoginResult } from './session.ts'
import { FolderPage } from './storages.ts'
import { AgeCategory } from './values.ts'

/** The setup code that the server printed at startup; not needed for browsers on the same machine. */
const code = v.optional(v.pipe(v.string('textExpected'), v.maxLength(64, 'textTooLong')))

export const maxPathLength = 4_096
const path = v.pipe(v.string('required'), v.nonEmpty('required'), v.maxLength(maxPathLength, 'textTooLong'))

/** A POST, because URLs are logged and must not contain the code. */
export const listSetupFolders = endpoint({
  method: 'POST',
  path: '/setup/folders',
  access: 'public',
  rate: 'write',
  summary: 'List folders during setup',
  description: 'Requires the setup code if the caller needs one. 409 after setup.',
  body: v.object({ code, path: v.optional(path) }),
  response: FolderPage,
})

export const checkSetupAccount = endpoint({
  method: 'POST',
  path: '/setup/account',
  access: 'public',
  rate: 'write',
  summary: 'Check the account of the first administrator',
  description:
    'Saves nothing. 422 for a wrong setup code or a common password, before the other steps are taken. 409 after setup.',
  body: v.object({ ...NewCredentials.entries, code }),
})

export const maxSetupFolders = 20

export const Setup = v.object({
  ...NewCredentials.entries,
  code,
  /** Folders of works on the server, each with the age of works that no source knows. */
  folders: v.optional(
    v.pipe(
      v.array(v.object({ path, ageCategory: AgeCategory })),
      v.maxLength(maxSetupFolders, 'listTooLong'),
    ),
  ),
  visitorCeiling: v.optional(AgeCategory),
  visitorsMayListen: v.optional(v.boolean('booleanExpected')),
})
export type Setup = v.InferOutput<typeof Setup>

export const setUp = endpoint({
  method: 'POST',
  path: '/setup',
  access: 'public',
  rate: 'credential',
  status: 201,
  summary: 'Set up the server',
  description:
    'Creates the first administrator, once. The folders are scanned by a task of kind `sync_works`.',
  body: Setup,
  response: LoginResult,
})
