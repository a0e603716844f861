/** Declares style sheets as modules, which are imported only for their effect. */
declare module "*.css";
