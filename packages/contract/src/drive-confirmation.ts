/** Confirmation of a linked account if the provider's response did not say which link it belongs to. */
import * as v from 'valibot'
import { DriveProvider, driveEndpoints, LinkResult } from './drives.ts'
import { endpoint } from './kit/endpoint.ts'

export const confirmDrive = endpoint({
  method: 'POST',
  path: '/admin/drives/confirm',
  access: 'admin',
  rate: 'write',
  summary: 'Confirm linking a drive',
  description: 'For an account that came back without `state`: the name of the account is shown first.',
  body: v.object({
    provider: DriveProvider,
    link: v.pipe(v.string('textExpected'), v.minLength(1, 'required'), v.maxLength(20_000, 'textTooLong')),
  }),
  response: LinkResult,
})

export const confirmedDriveEndpoints = { ...driveEndpoints, confirmDrive } as const
