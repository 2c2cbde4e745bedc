import { configureGlobal } from 'fast-check'

// Random inputs find a mutant one day and miss it the next: a score has to be the same twice.
configureGlobal({ seed: 1 })
