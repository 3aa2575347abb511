# csharp.mk - the library in C#: its tests, the NuGet package, the Unity package, the bench

.PHONY: test-csharp nuget unity bench-csharp

GOALS_csharp := test-csharp bench-csharp
GOALS_nuget  := nuget unity

NUGET = $B/nuget/Hitmask.$(VERSION).nupkg

nuget: $(NUGET) ## build/nuget/Hitmask.VERSION.nupkg: Hitmask.cs and targets for MSBuild

$(NUGET): tools/dist/nuget/nuget.sh tools/dist/nuget/Hitmask.nuspec.in LICENSE $(wildcard include/csharp/*)
	@$(call need,command -v zip,zip, nuget)
	$(call say,ZIP,$@)tools/dist/nuget/nuget.sh $(VERSION) $@

test-csharp: $B/hitmask $B/libhitmask.a $(NUGET) ## the C# file, its packages and its sample, under mono and .NET
	@tests/csharp/run.sh $B/hitmask $B/libhitmask.a $(NUGET) $B/csharp
