/** The connected clients: who they are, what was sent to them, and when they must be disconnected. */
import type { Socket } from 'socket.io'
import type { Context, Person } from '../../../../http/context.ts'

export interface Client {
  readonly socket: Socket
  /** The context of the handshake, without a person. */
  readonly context: Context
  person: Person | undefined
  failures: number
  /** Packets that are not yet written to the connection. */
  queued: number
}

export type SignedInClient = Client & { readonly person: Person }

export const isSignedIn = (client: Client): client is SignedInClient => client.person !== undefined

/** Some dozens of apps in a household, with one connection each. */
const maxClientsPerUser = 50
/** A client that stops reading is disconnected; it reloads everything when it reconnects. */
const maxQueuedPackets = 500

export interface Clients {
  readonly all: () => readonly Client[]
  readonly signedIn: () => readonly SignedInClient[]
  readonly add: (client: Client) => void
  readonly remove: (client: Client) => void
  /** Signs a client in; undefined if the user has too many clients. */
  readonly admit: (client: Client, person: Person) => SignedInClient | undefined
}

export function createClients(): Clients {
  const clients = new Set<Client>()
  const signedIn = () => [...clients].filter(isSignedIn)
  return {
    all: () => [...clients],
    signedIn,
    add: (client) => void clients.add(client),
    remove: (client) => void clients.delete(client),
    admit: (client, person) => {
      const own = signedIn().filter((one) => one !== client && one.person.userKey === person.userKey)
      if (own.length >= maxClientsPerUser) return undefined
      return Object.assign(client, { person })
    },
  }
}

/** Returns the context for reads on behalf of a client: its handshake and its person. */
export const readerOf = ({ context, person }: SignedInClient): Context => ({ ...context, person })

export function emit(client: Client, event: string, data: unknown): void {
  client.queued += 1
  if (client.queued > maxQueuedPackets) client.socket.disconnect(true)
  else client.socket.emit(event, data)
}
