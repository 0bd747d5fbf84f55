'use client'

import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import './theme-switch.css'

const CHOICES = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
  { value: 'dark', label: 'Dark', icon: IconMoon },
] as const satisfies { value: MantineColorScheme; label: string; icon: typeof IconSun }[]

const never = () => () => undefined

/** Light, dark, or what the system says. */
export const ThemeSwitch = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  // The choice lives in the browser: while rendering on the server there is none to show.
  const isBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <fieldset className="theme-switch">
      <legend className="tl-hidden-label">Colours</legend>
      {CHOICES.map(({ value, label, icon: Icon }) => (
        <label key={value} className="theme-choice" title={label}>
          <input
            type="radio"
            name="colour-scheme"
            value={value}
            checked={isBrowser && colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <Icon size={15} stroke={1.75} aria-hidden />
          <span className="tl-hidden-label">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
