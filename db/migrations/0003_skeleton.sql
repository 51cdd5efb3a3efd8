CREATE TABLE "skeleton" (
	"record" text PRIMARY KEY NOT NULL,
	"head" integer NOT NULL,
	"version" text NOT NULL,
	"json" json NOT NULL
);
--> statement-breakpoint
ALTER TABLE "skeleton" ADD CONSTRAINT "skeleton_record" FOREIGN KEY ("record") REFERENCES "public"."record"("id") ON DELETE no action ON UPDATE no action;