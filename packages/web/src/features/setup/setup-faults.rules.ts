export const setupSteps = ['account', 'folders', 'visitors', 'listen'] as const
export type SetupStep = (typeof setupSteps)[number]

/** Message keys by field; `folder` is the faulty folder at index `at`. */
export interface SetupFaults {
  readonly account: Readonly<Partial<Record<'username' | 'password' | 'code', string>>>
  readonly folder?: { readonly at: number; readonly message: string }
}

/** Parses the server's field paths, such as `body.folders.0.path`. */
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

/** Returns the first step with an error; undefined if the errors belong to no field. */
export function firstStepWithFault({ account, folder }: SetupFaults): SetupStep | undefined {
  if (Object.keys(account).length > 0) return 'account'
  return folder ? 'folders' : undefined
}
