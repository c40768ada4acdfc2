/** The home page as it was at the last visit: it stands at once, and is drawn anew once the server has responded. */
import type { Home } from '@koedana/contract/home-page.ts'
import { useSettings } from '../lib/settings.ts'
import { currentUser } from './session.ts'

const storedAs = 'home.last'

/** Whoever may see less than the last time, or reads another language, gets nothing of it. */
const ownerOf = () => {
  const user = currentUser()
  return user && JSON.stringify([user.id, user.ageRestriction, useSettings.getState().locale])
}

interface Stored {
  readonly owner: string
  readonly home: Home
}

/**
 * What is read was written by this page, of this version or an older one: all lists that the page draws must be there. The
 * schema of the contract would say it in full, and cost every first load of any page two kilobytes.
 */
function isStored(value: unknown): value is Stored {
  if (!isRecord(value) || typeof value.owner !== 'string' || !isRecord(value.home)) return false
  const { own, ...common } = value.home
  if (!isRecord(own) || !isRecord(own.layout)) return false
  const lists = [common.rows, common.announcements, common.latest, common.added, common.rising]
  return [...lists, own.continued, own.views, own.followed, own.sets, own.hours].every(Array.isArray)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

export function readLastHome(): Home | undefined {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storedAs) ?? 'null')
    return isStored(read) && read.owner === ownerOf() ? read.home : undefined
  } catch {
    return undefined
  }
}

export function keepLastHome(home: Home): void {
  const owner = ownerOf()
  if (owner === undefined) return
  try {
    localStorage.setItem(storedAs, JSON.stringify({ owner, home }))
  } catch {
    forgetLastHome()
  }
}

/** Storage may be forbidden by the browser: then nothing is kept either. */
export function forgetLastHome(): void {
  try {
    localStorage.removeItem(storedAs)
  } catch {
    return
  }
}
