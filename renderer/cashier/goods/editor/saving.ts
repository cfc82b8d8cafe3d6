import { createContext, useContext } from 'react';

const SavingContext = createContext(false);

/** Tells the fields of the editor whether what they show is being saved. */
export const Saving = SavingContext.Provider;

/** True while a change is on its way. Nothing can be typed then: the answer would drop it. */
export const useSaving = (): boolean => useContext(SavingContext);
