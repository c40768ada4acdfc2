/** What a visitor chose not to see, kept in this browser; for who is signed in the server keeps it. */
import { Choices } from '@koedana/contract/choices.ts'
import * as v from 'valibot'
import { create } from 'zustand'

const key = 'choices'

export const useOwnChoices = create<Choices>(() => readStored())

/** To send with every read. */
export const ownChoices = (): Choices => useOwnChoices.getState()

export function changeOwnChoices(choices: Choices): void {
  useOwnChoices.setState(choices, true)
  try {
    localStorage.setItem(key, JSON.stringify(choices))
  } catch {
    // The browser forbids storage: the choices last as long as the page.
  }
}

/** A stored text that no longer means anything gives the defaults. */
function readStored(): Choices {
  try {
    return v.parse(v.fallback(Choices, {}), JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}
