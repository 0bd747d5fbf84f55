import { STOP_WORDS } from '../text/terms.ts'

/** Of what every program is made. Alone they say nothing about what a team works on; as a part of a name they may. */
const PROGRAM_WORDS =
  `arg args argument arguments array assert async attribute await bool boolean break byte catch class const constant continue
data default def dict double element elif else enum except exception export extends false field final finally float func function functions
import imports include input instance int integer interface item items iterable keyword kwarg kwargs lambda length list local loop method methods
module none null number object objects optional output override package param parameter parameters params pass print private property protected public
raise return returns self static str string strings struct super switch text throw throws true tuple type types undefined value values var variable variables
uses void while yield`.split(/\s+/)

/** Crumbs of paths and addresses. */
const PATH_WORDS =
  `app apps bin com dir dirs directory dist etc filename fname folder home http https json lib localhost node-modules opt org packages path paths root src
tmp usr www`.split(/\s+/)

/** Concepts that a list leaves out unless it is asked for all. */
export const WEAK_CONCEPTS: readonly string[] = [
  ...new Set([...STOP_WORDS, ...PROGRAM_WORDS, ...PATH_WORDS]),
]

/** What only so many observations are about is no topic of a team yet. */
export const FEWEST_OBSERVATIONS = 2
