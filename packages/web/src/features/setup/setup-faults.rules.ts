/** The steps in which faults that the server found are mended. */

export const setupSteps = ['account', 'folders', 'visitors', 'listen'] as const
export type SetupStep = (typeof setupSteps)[number]

/** Message keys by the field that they are about; `folder` is the one at `at`. */
export interface SetupFaults {
  readonly account: Readonly<Partial<Record<'username' | 'password' | 'code', string>>>
  readonly folder?: { readonly at: number; readonly message: string }
}

/** `fields` as the server names them, as `body.folders.0.path`. */
export function readFaults(fields: Readonly<Record<string, string>>): SetupFaults {
  const account: Partial<Record<'username' | 'password' | 'code', string>> = {}
  for (const name of ['username', 'password', 'code'] as const) {
    const message = fields[`body.${name}`]
    if (message !== undefined) account[name] = message
  }
  for (const [field, message] of Object.entries(fields)) {
    const at = /^body\.folders\.(\d+)\b/.exec(field)?.[1]
    if (at !== undefined) return { account, folder: { at: Number(at), message } }
  }
  return { account }
}

/** Returns the first step that has something to mend; undefined where it is nobody's field. */
export function stepToMend({ account, folder }: SetupFaults): SetupStep | undefined {
  if (Object.keys(account).length > 0) return 'account'
  return folder ? 'folders' : undefined
}
