/**
 * The compatibility API for programs that mount folders, below `/dav`: read-only WebDAV class 1 (ADR 0058). Each request carries a
 * username and an app password by HTTP Basic authentication.
 */
import { setImmediate } from 'node:timers/promises'
import type { Bytes, Context } from '../../../http/context.ts'
import type { Door, DoorRequest, DoorRoute } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { startBody } from '../../../lib/start-body.ts'
import { XmlError } from '../../storages/remote/xml.rules.ts'
import type { DoorCredential, LoginPolicy } from '../door-access.ts'
import { type DoorMediaSources, sendDoorFile, stopWhenRevoked } from '../door-media.ts'
import { createWriter, multistatusEnd, multistatusStart } from './multistatus.rules.ts'
import { readPropfind, type WantedProps } from './propfind.rules.ts'
import { type DavEntry, davBasePath, openInWork, openRoot } from './work-folders.ts'

/** Programs that mount folders store the password, so the account password is not accepted. */
const entrance: LoginPolicy = { name: 'dav', takesAccountPassword: false }

const allowed = 'OPTIONS, GET, HEAD, PROPFIND'

export const davDoor = (sources: DoorMediaSources): Door => ({
  base: davBasePath,
  isOpen: () => sources.access.isOpen(entrance.name),
  readsText: true,
  refusedMethods: ['PUT', 'DELETE', 'POST', 'PATCH', 'MKCOL', 'COPY', 'MOVE', 'PROPPATCH', 'LOCK', 'UNLOCK'],
  authenticate: ({ authorization, caller }) =>
    sources.access.admit(entrance, credentialOf(authorization), caller),
  refuse: ({ code, status, sentence }) => ({
    status: code === 'wrongCredentials' ? 401 : status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...((code === 'unauthenticated' || code === 'wrongCredentials') && challenge),
      ...(code === 'methodNotAllowed' && { allow: allowed }),
    },
    body: Buffer.from(sentence),
  }),
  routes: ['', '/:folder', '/:folder/*'].flatMap((path): DoorRoute[] => [
    { method: 'OPTIONS', access: 'public', rate: 'read', path, handle: () => options },
    {
      method: 'PROPFIND',
      access: 'user',
      rate: 'read',
      path,
      handle: (request, context) => list(sources, request, context),
    },
    {
      method: 'GET',
      access: 'user',
      rate: 'media',
      path,
      handle: (request, context) => sendFile(sources, request, context),
    },
  ]),
})

/** Makes programs prompt for a username and a password. */
const challenge = { 'www-authenticate': 'Basic realm="Koedana", charset="UTF-8"' }

const options: Bytes = {
  status: 200,
  headers: { dav: '1', allow: allowed, 'ms-author-via': 'DAV', 'content-length': '0' },
}

function credentialOf(authorization = ''): DoorCredential {
  const [, encoded = ''] = /^Basic +([\w+/-]{1,1000}={0,2})$/i.exec(authorization) ?? []
  const [, username = '', password = ''] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  if (username === '' || password === '') throw new AppError('unauthenticated')
  return { kind: 'password', username, password }
}

const find = async (
  sources: DoorMediaSources,
  { params }: DoorRequest,
  context: Context,
): Promise<DavEntry> =>
  params.folder === undefined
    ? openRoot(sources, context)
    : openInWork(sources, { folder: params.folder, path: params['*'] ?? '' }, context)

/** GET and HEAD: sends the file as signed file links do, with the ETag of the listings. */
async function sendFile(sources: DoorMediaSources, request: DoorRequest, context: Context): Promise<Bytes> {
  const { file } = await find(sources, request, context)
  if (!file) throw new AppError('methodNotAllowed')
  return sendDoorFile(sources, file, context)
}

/** PROPFIND. The list of all works is streamed while it is generated, and stops if the caller loses access. */
async function list(sources: DoorMediaSources, request: DoorRequest, context: Context): Promise<Bytes> {
  const depth = context.headers.depth ?? 'infinity'
  if (depth === 'infinity') return endless
  if (depth !== '0' && depth !== '1') throw new AppError('malformed')
  const wanted = wantedIn(request)
  const { self, children } = await find(sources, request, context)
  const write = createWriter(wanted)
  const pieces = async function* () {
    yield Buffer.from(multistatusStart + write(self))
    if (depth === '1') {
      for await (const some of children()) {
        yield Buffer.from(some.map(write).join(''))
        await setImmediate()
      }
    }
    yield Buffer.from(multistatusEnd)
  }
  const body = await startBody(pieces())
  return stopWhenRevoked(
    sources,
    { door: entrance.name, bytes: { status: 207, headers: xml, body } },
    context,
  )
}

function wantedIn({ body }: DoorRequest): WantedProps {
  try {
    return readPropfind(typeof body === 'string' ? body : '')
  } catch (error) {
    throw error instanceof XmlError ? new AppError('malformed', { cause: error }) : error
  }
}

const xml = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'private, no-cache' }

/** A recursive listing of all works is never sent. */
const endless: Bytes = {
  status: 403,
  headers: xml,
  body: Buffer.from(
    '<?xml version="1.0" encoding="utf-8"?>\n<D:error xmlns:D="DAV:"><D:propfind-finite-depth/></D:error>\n',
  ),
}
