/** What a browser says of itself, in the words of people. */
import Bowser from 'bowser'

/** `Firefox on Linux`; empty where nothing is known. */
export function deviceOf(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name, os.name].filter(Boolean).join(' on ')
}
