/** Measures on the page how long a press waits for its response: until a change is painted, or audio plays. */
import type { Page } from 'playwright-core'

const timeoutMs = 20_000

/** Names of the properties of `window` used for measuring. */
const names = { press: 'benchPress', audio: 'benchAudio' } as const

/** Stores the playing element for `soundAfter`, because it is never in the document. */
export async function watchAudio(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    const Original = window.Audio
    window.Audio = class extends Original {
      constructor() {
        super()
        this.addEventListener('play', () => Reflect.set(window, name, this))
      }
    }
  }, names.audio)
}

/** Resolves to the milliseconds until elements of this selector appear, disappear or change, and the change is painted. */
export async function responseAfter(
  page: Page,
  press: () => Promise<void>,
  selector: string,
): Promise<number> {
  await page.evaluate(
    ([name, watched, patience]) => {
      const look = () =>
        [...document.querySelectorAll(watched)]
          .map((element) => {
            const shell = element.cloneNode(false)
            const field = element instanceof HTMLInputElement ? `${element.checked} ${element.value}` : ''
            const isTyped = element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
            const tag = shell instanceof Element ? shell.outerHTML : ''
            return [tag, field, isTyped ? element.value : '', element.textContent].join('\n')
          })
          .join('\n\n')
      // A press ends with the release; changes on press count as a response too.
      let [before, pressedMs] = [look(), Number.POSITIVE_INFINITY]
      const begin = (event: Event) => {
        before = look()
        pressedMs = event.timeStamp
      }
      const end = (event: Event) => {
        pressedMs = event.timeStamp
      }
      addEventListener('pointerdown', begin, { capture: true, once: true })
      addEventListener('keydown', begin, { capture: true, once: true })
      addEventListener('pointerup', end, { capture: true, once: true })
      const waited = new Promise<number>((resolve, reject) => {
        const deadline = performance.now() + patience
        const frame = () => {
          if (performance.now() > deadline) return reject(new Error(`nothing changed of ${watched}`))
          if (pressedMs === Number.POSITIVE_INFINITY || look() === before) return requestAnimationFrame(frame)
          // A user-blocking task posted within a frame runs right after it is painted, before work that the page deferred.
          const resolveNow = () => resolve(Math.max(0, performance.now() - pressedMs))
          void scheduler.postTask(resolveNow, { priority: 'user-blocking' })
          return undefined
        }
        requestAnimationFrame(frame)
      })
      waited.catch(() => undefined)
      Reflect.set(window, name, waited)
    },
    [names.press, selector, timeoutMs] as const,
  )
  await press()
  return page.evaluate((name) => Promise.resolve(Reflect.get(window, name)).then(Number), names.press)
}

/** Resolves to the milliseconds until audio plays on after the press. */
export async function soundAfter(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(
    ([name, audioName, patience]) => {
      const audio = () => {
        const found: unknown = Reflect.get(window, audioName)
        return found instanceof HTMLMediaElement ? found : undefined
      }
      const waited = new Promise<number>((resolve, reject) => {
        const begin = ({ timeStamp }: Event) => {
          const deadline = performance.now() + patience
          let [position, source] = [audio()?.currentTime ?? 0, audio()?.currentSrc ?? '']
          const look = () => {
            const playing = audio()
            const [nextPosition, nextSource] = [playing?.currentTime ?? 0, playing?.currentSrc ?? '']
            const moved = nextPosition - position
            // A jump is a seek or the start of another file; playing audio advances from there.
            if (playing && !playing.paused && nextSource === source && moved > 0 && moved < 1)
              return resolve(performance.now() - timeStamp)
            if (performance.now() > deadline) return reject(new Error('there is no sound'))
            ;[position, source] = [nextPosition, nextSource]
            return setTimeout(look, 2)
          }
          setTimeout(look, 2)
        }
        for (const type of ['pointerup', 'keydown'])
          addEventListener(type, begin, { capture: true, once: true })
      })
      waited.catch(() => undefined)
      Reflect.set(window, name, waited)
    },
    [names.press, names.audio, timeoutMs] as const,
  )
  await press()
  return page.evaluate((name) => Promise.resolve(Reflect.get(window, name)).then(Number), names.press)
}
